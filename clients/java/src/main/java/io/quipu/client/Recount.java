package io.quipu.client;

import java.math.BigInteger;

/**
 * The retained rows of a counter, counted once more.
 *
 * @param count what the checkpoint says
 * @param recounted what the rows say
 * @param drift the difference, which should be 0
 * @param windowsChecked how many windows were checked
 * @param complete whether all rows were still there
 */
public record Recount(
    BigInteger count,
    BigInteger recounted,
    BigInteger drift,
    int windowsChecked,
    boolean complete) {
  static Recount read(HttpAnswer answer) {
    JsonObject body = JsonReader.object(answer.body());
    return new Recount(
        body.integer("count"),
        body.integer("recounted"),
        body.integer("drift"),
        body.integer("windowsChecked").intValueExact(),
        body.flag("complete"));
  }
}
