package io.quipu.engine.kinds.linear;

import java.util.UUID;

/**
 * The last change of a counter that a writer is known to have made.
 *
 * @param writer one incarnation of a recording context
 * @param sequence its own number of the attempt
 * @param version of the counter that came of it
 */
public record AppliedAttempt(UUID writer, long sequence, long version) {}
