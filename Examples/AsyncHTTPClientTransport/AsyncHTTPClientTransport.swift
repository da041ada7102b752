#if Network
import AsyncHTTPClient
#else
#error("AsyncHTTPClientTransport needs the trait Network.")
#endif
