#if Network
import Hummingbird
#else
#error("FakeServer needs the trait Network.")
#endif
