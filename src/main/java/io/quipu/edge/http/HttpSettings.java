package io.quipu.edge.http;

import io.quipu.edge.guard.Origins;
import io.quipu.edge.guard.PortSettings;
import java.time.Duration;

/**
 * The settings of an HTTP server.
 *
 * @param requestTimeout how long a request waits for any one reply of the bus
 * @param origins whose web pages may use the service
 * @param http2ClearText whether HTTP/2 is spoken besides HTTP/1, without TLS
 */
public record HttpSettings(
    PortSettings port, Duration requestTimeout, Origins origins, boolean http2ClearText) {}
