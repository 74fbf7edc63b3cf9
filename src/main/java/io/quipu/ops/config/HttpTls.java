package io.quipu.ops.config;

import java.nio.file.Path;

/**
 * Encryption of the HTTP API.
 *
 * @param certificate a file in PEM: the certificate of the service, and those between it and the
 *     authority that clients trust
 * @param key a file in PEM with the key of the certificate
 */
public record HttpTls(Path certificate, Path key) {}
