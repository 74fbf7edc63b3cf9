package io.quipu.engine.kind;

import io.quipu.engine.names.Namespace;
import java.util.List;

/**
 * The setting {@code views} of a namespace: the origins whose pages may count their views there,
 * without a key. By default there are none.
 */
public final class PageViews {
  /** The setting, which kinds have that add up events. It can change at any time. */
  public static final Setting SETTING = new Setting("views", Setting.Shape.ORIGINS, false);

  /** The maximum number of origins of a namespace. */
  public static final int MOST = 10;

  private static final String APART = ",";

  private PageViews() {}

  /**
   * Tells whether the pages of an origin may count their views in a namespace.
   *
   * @param origin as browsers write it
   */
  public static boolean areOf(String origin, Namespace namespace) {
    String stored = namespace.settings().get(SETTING.name());
    return stored != null && origins(stored).contains(origin);
  }

  /** The origins in a stored setting. */
  public static List<String> origins(String stored) {
    return stored.isEmpty() ? List.of() : List.of(stored.split(APART));
  }

  /**
   * The text of origins in the stored settings.
   *
   * @param origins exact origins, which have no comma
   */
  public static String text(List<String> origins) {
    return String.join(APART, origins);
  }
}
