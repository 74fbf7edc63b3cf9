package io.quipu.tools.cli.transfer;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a line of a file says, or a source.
 *
 * @param line its number, from 1; 0 where there are no lines
 * @param namespace null if it names none
 * @param counter its counter
 * @param amount what is added
 * @param id the id of the event; null if it names none
 */
public record Entry(
    long line, @Nullable String namespace, String counter, BigInteger amount, @Nullable String id) {
  /** What people look for. */
  String place() {
    return line == 0 ? counter : "Line " + line;
  }
}
