package io.quipu.cli.history;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line of the history of a counter: events of one window and one series.
 *
 * @param time a time in the window; null if the namespace keeps no windows
 * @param labels the values of labels, none of which is empty
 */
public record HistoryLine(Amount amount, @Nullable Instant time, Map<String, String> labels) {}
