package io.quipu.engine.kinds.linear;

import java.util.UUID;

/**
 * The last change of a counter that a writer is known to have made.
 *
 * @param writer the name of one incarnation of a recording context
 * @param sequence number of the attempt, unique for the writer
 * @param version of the counter after the change
 */
public record AppliedAttempt(UUID writer, long sequence, long version) {}
