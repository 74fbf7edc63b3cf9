package io.quipu.cli.source;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TLS on the way to a source, which has to name its host.
 *
 * @param authorities whom to trust, a file of PEM; null for the authorities that the JVM trusts
 */
public record Encryption(@Nullable Path authorities) {}
