package io.quipu.testing.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One request of somebody who may or may not do what it asks for, with mistakes in it, drawn from a
 * seed and a number; and what has to become of it.
 */
final class RightsRequest {
  /** The verdicts of the table of rights. */
  enum Verdict {
    ALLOWED,
    /** It is not known who asks. */
    NOBODY,
    FORBIDDEN,
    /** Either of these two, as who asks comes from a page that may not. */
    REFUSED,
    /** Of what its body says after the mistakes in it. */
    AS_ITS_BODY_SAYS
  }

  final RightsOperation operation;
  final @Nullable Holder holder;
  final String namespace;
  final String counter;
  final String target;
  final byte[] body;
  final Verdict verdict;

  private final Random random;
  private final String headers;

  RightsRequest(RightsWorld world, long seed, int number) {
    this.random = new Random(seed * 1_000_003 + number);
    Holder shown = any(world.holders());
    this.operation = RightsOperation.drawnFor(shown, random);
    this.namespace = namespaceFor(shown, number);
    this.counter = counterFor(shown);
    StringBuilder lines = new StringBuilder();
    ShownCredential credential = ShownCredential.drawn(shown, world, random);
    lines.append(credential.lines());
    this.holder = credential.isRight() ? shown : null;
    boolean foreign = random.nextInt(40) == 0;
    if (foreign) {
      lines
          .append(any(List.of("Origin: https://evil.example", "Sec-Fetch-Site: cross-site")))
          .append("\r\n");
    }
    if (random.nextInt(10) == 0) {
      lines
          .append(
              any(
                  List.of(
                      "X-Forwarded-For: 127.0.0.1",
                      "X-Original-URL: /livez",
                      "X-HTTP-Method-Override: DELETE",
                      "X-Api-Key: " + RightsWorld.FIRST,
                      "Cookie: token=" + RightsWorld.FIRST)))
          .append("\r\n");
    }
    Drawn drawn = draw(number, new RightsBodies(random, namespace, counter));
    this.target = drawn.target;
    boolean spoiled = drawn.text.length() > 0 && random.nextInt(3) == 0;
    byte[] text = drawn.text.getBytes(UTF_8);
    this.body = spoiled ? new Mutation(random).of(text) : text;
    if (body.length > 0) {
      lines.append("Content-Type: ").append(drawn.type).append("\r\n");
    }
    this.headers = lines.toString();
    this.verdict = foreign ? Verdict.REFUSED : verdict(spoiled, drawn);
  }

  /** The question of a request; the prefix is that of a list. */
  private record Drawn(String target, String type, String text, String prefix) {}

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private String namespaceFor(Holder shown, int number) {
    List<String> known =
        RightsWorld.DRAWN.stream().filter(name -> shown.mayIn(operation.right, name)).toList();
    if (!known.isEmpty() && random.nextInt(4) > 0) {
      return any(known);
    }
    return random.nextInt(8) == 0
        ? operation == RightsOperation.PUT ? "made-" + number : RightsWorld.MISSING
        : any(RightsWorld.DRAWN);
  }

  /** Counters that may be reset are recorded into by nobody; others may be any. */
  private String counterFor(Holder shown) {
    return operation == RightsOperation.RESET && shown.mayIn("admin", namespace)
        ? any(RightsWorld.RESET)
        : any(RightsWorld.COUNTERS);
  }

  private Drawn draw(int number, RightsBodies bodies) {
    String counters = "/v1/counters/" + shown(namespace);
    String one = counters + "/" + counter.replace("/", "%2F");
    return switch (operation) {
      case COUNT, HEAD -> plain(one);
      case WINDOWS ->
          plain(one + "/windows?granularity=day&from=2026-01-01T00:00:00Z&to=2026-01-03T00:00:00Z");
      case STREAM -> plain(one + "/live");
      case LIST -> listed(counters + "?limit=5");
      case LARGEST -> listed(counters + "?order=count");
      case TOP -> listed(counters + "/top?n=3");
      case SETTINGS -> plain("/v1/namespaces/" + shown(namespace));
      case NAMESPACES -> plain("/v1/namespaces?limit=" + (1 + random.nextInt(20)));
      case COUNTS -> json("/v1/counts", "{\"counters\":[" + bodies.several(false, ",") + "]}");
      case RECORD -> json(one + "/events", bodies.own());
      case RECORD_ALL -> json("/v1/events", "[" + bodies.several(true, ",") + "]");
      case RECORD_LINES ->
          new Drawn("/v1/events", "application/x-ndjson", bodies.several(true, "\n"), "");
      case PUT ->
          json("/v1/namespaces/" + namespace, any(List.of("{}", "{\"windows\":[\"day\"]}")));
      case RESET -> plain(one);
      case RECOUNT -> plain(one + "/recount");
      case KEYS -> plain("/v1/keys");
      case NEW_KEY -> json("/v1/keys", "{\"scopes\":[\"read:alpha\"]}");
      case DELETE_KEY -> plain("/v1/keys/zzzz" + number);
    };
  }

  private static Drawn plain(String target) {
    return new Drawn(target, "", "", "");
  }

  private static Drawn json(String target, String text) {
    return new Drawn(target, "application/json", text, "");
  }

  private Drawn listed(String target) {
    String prefix = any(List.of("", "page/", "page/o", "site"));
    String asked = prefix.isEmpty() ? target : target + "&prefix=" + prefix.replace("/", "%2F");
    return new Drawn(asked, "", "", prefix);
  }

  /** Spells a name in another way, now and then. */
  private String shown(String name) {
    if (random.nextInt(8) > 0) {
      return name;
    }
    return "%" + Integer.toHexString(name.charAt(0)) + name.substring(1);
  }

  private Verdict verdict(boolean spoiled, Drawn drawn) {
    Holder who = holder;
    if (who == null) {
      return Verdict.NOBODY;
    }
    if (!isAllowedByPath(who)) {
      return Verdict.FORBIDDEN;
    }
    if (operation == RightsOperation.LIST
        || operation == RightsOperation.LARGEST
        || operation == RightsOperation.TOP) {
      return who.may("read", namespace, drawn.prefix) ? Verdict.ALLOWED : Verdict.FORBIDDEN;
    }
    if (spoiled) {
      return Verdict.AS_ITS_BODY_SAYS;
    }
    return isAllowedByBody(who) ? Verdict.ALLOWED : Verdict.FORBIDDEN;
  }

  private boolean isAllowedByPath(Holder who) {
    if (operation.isOfKeys()) {
      return who.maySomewhere("operate");
    }
    if (operation.isAnywhere()) {
      return who.maySomewhere(operation.right);
    }
    if (operation == RightsOperation.PUT) {
      return who.mayAll("admin", namespace);
    }
    return operation.isOfCounter()
        ? who.may(operation.right, namespace, counter)
        : who.mayIn(operation.right, namespace);
  }

  /**
   * Tells whether somebody may do all that the body names.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  boolean isAllowedByBody(Holder who) {
    return operation == RightsOperation.COUNTS
        ? SentEvent.asked(text()).stream()
            .allMatch(each -> who.may("read", each.namespace(), each.counter()))
        : !operation.records() || events().stream().allMatch(each -> mayRecord(who, each));
  }

  private static boolean mayRecord(Holder who, SentEvent event) {
    return who.may("record", event.namespace(), event.counter())
        && (!who.onlyOne() || (event.delta() == 1 && !event.hasMore()));
  }

  /** The events that it names. */
  List<SentEvent> events() {
    return operation == RightsOperation.RECORD
        ? SentEvent.of(text(), namespace, counter)
        : SentEvent.named(text(), operation == RightsOperation.RECORD_LINES);
  }

  private String text() {
    return new String(body, UTF_8);
  }

  byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String head =
        operation.method
            + " "
            + target
            + " HTTP/1.1\r\nHost: localhost\r\n"
            + (operation == RightsOperation.STREAM ? "Accept: text/event-stream\r\n" : "")
            + headers
            + (body.length > 0 || operation.method.equals("POST")
                ? "Content-Length: " + body.length + "\r\n"
                : "")
            + "\r\n";
    all.writeBytes(head.getBytes(UTF_8));
    all.writeBytes(body);
    return all.toByteArray();
  }

  @Override
  public String toString() {
    return (holder == null ? "nobody" : holder.name())
        + ", "
        + verdict
        + ": "
        + new String(bytes(), UTF_8).replace("\r\n", " | ");
  }
}
