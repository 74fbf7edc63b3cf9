package io.quipu.testing.fuzz;

import java.util.Random;

/** Bodies about a counter, and sometimes about others. */
final class RightsBodies {
  private final Random random;
  private final String namespace;
  private final String counter;

  RightsBodies(Random random, String namespace, String counter) {
    this.random = random;
    this.namespace = namespace;
    this.counter = counter;
  }

  /** Events of the counter alone. */
  String own() {
    return switch (random.nextInt(4)) {
      case 0 -> namespace.equals("alpha") || namespace.equals("omega") ? "" : event(namespace, "");
      case 1 -> "[" + event(namespace, "") + "," + event(namespace, "") + "]";
      default -> event(namespace, "");
    };
  }

  /** Events or names of this and of other namespaces. */
  String several(boolean events, String between) {
    StringBuilder all = new StringBuilder();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      boolean same = random.nextInt(6) > 0;
      String where =
          same ? namespace : RightsWorld.DRAWN.get(random.nextInt(RightsWorld.DRAWN.size()));
      String named =
          same ? counter : RightsWorld.COUNTERS.get(random.nextInt(RightsWorld.COUNTERS.size()));
      String name = "\"namespace\":\"%s\",\"counter\":\"%s\"".formatted(where, named);
      all.append(all.isEmpty() ? "" : between)
          .append(events ? event(where, name) : "{" + name + "}");
    }
    return all.toString();
  }

  /**
   * @param name of its counter, as members; or nothing
   */
  private String event(String where, String name) {
    String id = Long.toHexString(random.nextLong());
    String amount = random.nextInt(4) == 0 ? "\"events\":" : "\"delta\":";
    String more = random.nextInt(3) == 0 ? amount + (2 + random.nextInt(5)) : "";
    String members = members(where, id, more);
    return "{" + name + (name.isEmpty() || members.isEmpty() ? "" : ",") + members + "}";
  }

  /**
   * The members of an event besides its counter, as the kind of its namespace wants them.
   *
   * @param otherwise those of kind {@code event}
   */
  static String members(String namespace, String id, String otherwise) {
    return switch (namespace) {
      case "beta" -> "\"id\":\"" + id + "\"";
      case "gamma" -> "\"actor\":\"" + id + "\",\"version\":1,\"value\":7";
      case "sigma" -> "\"value\":2";
      case "mu" -> "";
      default -> otherwise;
    };
  }
}
