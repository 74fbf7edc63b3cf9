package io.quipu.edge.http;

import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.guard.connection.PortSettings;
import java.time.Duration;

/**
 * The settings of an HTTP server.
 *
 * @param requestTimeout how long a request waits for each reply on the event bus
 * @param origins the web pages that may use the service, and the hosts that the service answers for
 * @param http2ClearText whether the port accepts HTTP/2 without TLS, besides HTTP/1
 * @param countryHeader the header in which a proxy says the country of a caller; empty for none
 */
public record HttpSettings(
    PortSettings port,
    Duration requestTimeout,
    Origins origins,
    boolean http2ClearText,
    String countryHeader) {}
