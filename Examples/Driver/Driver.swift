#if !Driver
  #error("The driver needs the trait Driver: build with the default traits, or with --traits Driver.")
#endif
