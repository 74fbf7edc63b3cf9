package io.quipu.engine.kind.answer;

import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.WindowCover;

/**
 * Asks for the answer of each range of a cover.
 *
 * @param whole whether a range is left out if one of its windows is not shown any more; otherwise
 *     it begins where its windows do
 * @param options the options of the read, as the kind of the counter has parsed them
 */
public record WindowQuery(
    KnownCounter counter, WindowCover cover, boolean whole, ReadOptions options) {}
