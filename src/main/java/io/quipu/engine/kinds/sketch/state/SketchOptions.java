package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.names.Namespace;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The options of a read of a sketch.
 *
 * @param ranks the ranks to answer, for state {@code quantiles}
 * @param items the maximum number of values to answer, for state {@code top}
 */
public record SketchOptions(List<BigDecimal> ranks, int items) implements ReadOptions {
  /** The names of the query parameters. */
  public static final Set<String> NAMES = Set.of("ranks", "n");

  /** The options of a read if the caller gives no parameters. */
  public static final SketchOptions USUAL =
      new SketchOptions(
          List.of(
              new BigDecimal("0.5"),
              new BigDecimal("0.9"),
              new BigDecimal("0.95"),
              new BigDecimal("0.99")),
          10);

  private static final int MOST_RANKS = 20;
  private static final int MOST_ITEMS = 100;
  private static final Pattern RANK = Pattern.compile("0(\\.[0-9]{1,9})?|1(\\.0{1,9})?");
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,2}");

  /**
   * Parses the parameters of a query. Each missing parameter has its value in {@link #USUAL}.
   *
   * @throws InvalidInput naming a parameter that is not valid, or not for this type of state
   */
  public static SketchOptions of(Namespace namespace, Map<String, String> given) {
    SketchType type = SketchType.of(namespace);
    List<BigDecimal> ranks = USUAL.ranks;
    int items = USUAL.items;
    for (Map.Entry<String, String> option : given.entrySet()) {
      boolean isRanks = option.getKey().equals("ranks");
      if (type != (isRanks ? SketchType.QUANTILES : SketchType.TOP)) {
        throw new InvalidInput(
            option.getKey(),
            "query parameter " + option.getKey() + " is not for state " + type.label());
      }
      if (isRanks) {
        ranks = ranks(option.getValue());
      } else {
        items = items(option.getValue());
      }
    }
    return new SketchOptions(ranks, items);
  }

  /** The options of a read of a sketch; {@link #USUAL} where a caller gives none. */
  public static SketchOptions of(ReadOptions options) {
    return options == ReadOptions.USUAL ? USUAL : (SketchOptions) options;
  }

  private static List<BigDecimal> ranks(String text) {
    List<BigDecimal> ranks = new ArrayList<>();
    for (String rank : text.split(",", MOST_RANKS + 1)) {
      if (ranks.size() == MOST_RANKS || !RANK.matcher(rank).matches()) {
        throw new InvalidInput(
            "ranks",
            "ranks must be 1 to "
                + MOST_RANKS
                + " numbers from 0 to 1 with at most 9 decimals, separated by commas");
      }
      ranks.add(new BigDecimal(rank));
    }
    return ranks;
  }

  private static int items(String text) {
    int items = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
    if (items < 1 || items > MOST_ITEMS) {
      throw new InvalidInput("n", "n must be a number from 1 to " + MOST_ITEMS);
    }
    return items;
  }
}
