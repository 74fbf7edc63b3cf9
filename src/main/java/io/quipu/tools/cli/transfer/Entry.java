package io.quipu.tools.cli.transfer;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * An entry: a line of a file, or a counter of a source.
 *
 * @param line its number, from 1; 0 where there are no lines
 * @param namespace null if it names none
 * @param counter its counter
 * @param amount what is added
 * @param id the id of the event; null if it names none
 */
public record Entry(
    long line, @Nullable String namespace, String counter, BigInteger amount, @Nullable String id) {
  /** Names the place of the entry for people. */
  String place() {
    return line == 0 ? counter : "Line " + line;
  }
}
