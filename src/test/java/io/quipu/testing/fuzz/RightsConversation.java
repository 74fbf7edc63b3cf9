package io.quipu.testing.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quipu.testing.fuzz.RawExchange.Step;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A conversation over a WebSocket with somebody who says who they are, or somebody else, or nobody;
 * step by step, up to the first thing that they may not.
 */
final class RightsConversation {
  private static final Pattern ANSWER =
      Pattern.compile("\"type\":\"(recorded|subscribed|unsubscribed|authenticated|pong|error)\"");
  private static final Pattern RECORDED = Pattern.compile("\"type\":\"recorded\",\"ref\":([0-9]+)");
  private static final Pattern COUNTED =
      Pattern.compile("\"type\":\"count\",\"namespace\":\"([a-z]+)\"");

  /** The frame with its length, and the first byte of a code of ours or of the protocol. */
  private static final Pattern CLOSE = Pattern.compile("\\x88.[\\x11\\x03]", Pattern.DOTALL);

  private static final int MOST = 4;

  private final Random random;
  private final RightsWorld world;
  private final List<String> messages = new ArrayList<>();
  private final List<@Nullable SentEvent> events = new ArrayList<>();
  private final List<SentEvent> recorded = new ArrayList<>();
  private final @Nullable Holder holder;
  private final boolean inHandshake;
  private final String key;
  private boolean ends;

  RightsConversation(RightsWorld world, Random random) {
    this.world = world;
    this.random = random;
    Holder drawn = world.holders().get(random.nextInt(world.holders().size()));
    boolean opens = random.nextInt(4) > 0;
    this.key = opens ? drawn.key() : wrong(drawn.key());
    this.inHandshake = random.nextBoolean();
    boolean asks = drawn.maySomewhere("read") || drawn.maySomewhere("record");
    this.holder = opens && (asks || !inHandshake) ? drawn : null;
    if (!inHandshake && random.nextInt(10) > 0) {
      add("{\"type\":\"authenticate\",\"ref\":0,\"token\":\"" + key + "\"}", null);
      ends = !opens;
    } else if (!inHandshake) {
      add("{\"type\":\"record\",\"ref\":0,\"namespace\":\"alpha\",\"counter\":\"site-one\"}", null);
      ends = true;
    }
    for (int ref = 1; ref <= MOST && !ends; ref++) {
      say(ref);
    }
  }

  private String wrong(String right) {
    return random.nextBoolean()
        ? right.substring(0, right.length() - 1) + (right.endsWith("x") ? "y" : "x")
        : world.formerly().get(random.nextInt(world.formerly().size())).key();
  }

  private void add(String message, @Nullable SentEvent event) {
    messages.add(message);
    events.add(event);
  }

  private void say(int ref) {
    Holder who = holder;
    if (who == null) {
      return;
    }
    String namespace =
        random.nextInt(10) == 0
            ? RightsWorld.MISSING
            : RightsWorld.DRAWN.get(random.nextInt(RightsWorld.DRAWN.size()));
    List<String> known = RightsWorld.DRAWN.stream().filter(who::knows).toList();
    if (!known.isEmpty() && random.nextInt(4) > 0) {
      namespace = known.get(random.nextInt(known.size()));
    }
    String counter = RightsWorld.COUNTERS.get(random.nextInt(RightsWorld.COUNTERS.size()));
    switch (random.nextInt(5)) {
      case 0 -> {
        add(subscription(namespace, "\"counters\":[\"" + counter + "\"]", ref), null);
        ends = !who.may("read", namespace, counter);
      }
      case 1 -> {
        add(subscription(namespace, "\"prefix\":\"page/\"", ref), null);
        ends = !who.may("read", namespace, "page/");
      }
      case 2 -> add(spoiled("{\"type\":\"ping\",\"ref\":" + ref + "}"), null);
      default -> record(who, namespace, counter, ref);
    }
  }

  /**
   * Never one that names a counter, as what it named then could not be told. Nor a pong, which is
   * not answered.
   */
  private String spoiled(String ping) {
    int at = 1 + random.nextInt(ping.length() - 2);
    String spoilt =
        ping.substring(0, at) + (char) (' ' + random.nextInt(90)) + ping.substring(at + 1);
    return spoilt.contains("\"pong\"") ? ping : spoilt;
  }

  private void record(Holder who, String namespace, String counter, int ref) {
    boolean one = who.onlyOne() && random.nextInt(3) > 0;
    long delta =
        one || namespace.equals("beta") || namespace.equals("mu") ? 1 : 1 + random.nextInt(3);
    String id = Long.toHexString(random.nextLong());
    SentEvent event =
        new SentEvent(
            namespace,
            counter,
            delta,
            1,
            id,
            namespace.equals("gamma") || namespace.equals("sigma"));
    String members = RightsBodies.members(namespace, id, "\"delta\":" + delta);
    add(
        "{\"type\":\"record\",\"ref\":%d,\"namespace\":\"%s\",\"counter\":\"%s\"%s}"
            .formatted(ref, namespace, counter, members.isEmpty() ? "" : "," + members),
        event);
    ends =
        !who.may("record", namespace, counter)
            || (who.onlyOne() && (delta != 1 || event.hasMore()));
  }

  private static String subscription(String namespace, String what, int ref) {
    return "{\"type\":\"subscribe\",\"ref\":%d,\"namespace\":\"%s\",%s}"
        .formatted(ref, namespace, what);
  }

  /** Says it all, and answers what must not be. */
  List<String> violations(URI service) throws IOException {
    String upgrade =
        inHandshake
            ? WebSocketBytes.UPGRADE.replace(
                "Upgrade: websocket", "Upgrade: websocket\r\nAuthorization: Bearer " + key)
            : WebSocketBytes.UPGRADE;
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            Buffer.buffer(upgrade),
            text -> text.contains("\"hello\"") || text.startsWith("HTTP/1.1 4")));
    for (int i = 0; i < messages.size(); i++) {
      int wanted = i + 1;
      WebSocketBytes frame = new WebSocketBytes(random);
      frame.text(messages.get(i).getBytes(UTF_8));
      steps.add(
          new Step(
              Buffer.buffer(frame.bytes()),
              text -> ANSWER.matcher(text).results().count() >= wanted || isClosed(text)));
    }
    RawExchange.Received received = RawExchange.send(service, steps);
    List<String> found = check(received);
    return found.stream()
        .map(words -> words + ": " + key.substring(0, 12) + messages + " --> " + received)
        .toList();
  }

  /** A close frame of the service, or an answer that is no WebSocket. */
  private static boolean isClosed(String text) {
    return text.startsWith("HTTP/1.1 4") || CLOSE.matcher(text).find();
  }

  private List<String> check(RawExchange.Received received) {
    List<String> found = new ArrayList<>();
    String text = received.bytes();
    if (received.hung()) {
      found.add("neither answered nor closed");
    }
    if (text.contains("\"status\":5") || text.startsWith("HTTP/1.1 5")) {
      found.add("a failure");
    }
    if (inHandshake
        && holder == null
        && !text.startsWith("HTTP/1.1 401")
        && !text.startsWith("HTTP/1.1 403")) {
      found.add("let in");
    }
    RECORDED
        .matcher(text)
        .results()
        .map(each -> Integer.parseInt(each.group(1)))
        .forEach(ref -> acknowledge(ref, found));
    Holder who = holder;
    COUNTED
        .matcher(text)
        .results()
        .map(each -> each.group(1))
        .filter(name -> who == null || !who.mayIn("read", name))
        .forEach(name -> found.add("tells a count of " + name));
    long answers = ANSWER.matcher(text).results().count();
    boolean denied = text.contains("\"status\":403") || text.contains("\"status\":401");
    if (who != null && !ends && denied) {
      found.add("denied to somebody who may");
    }
    if (who != null && !ends && answers < messages.size()) {
      found.add("not answered");
    }
    return found;
  }

  private void acknowledge(int ref, List<String> found) {
    int index = inHandshake ? ref - 1 : ref;
    SentEvent event = index < events.size() ? events.get(index) : null;
    boolean last = index == messages.size() - 1;
    if (event == null || holder == null || (ends && last)) {
      found.add("recorded for somebody who may not: " + ref);
    } else {
      recorded.add(event);
    }
  }

  /** The events that were acknowledged. */
  List<SentEvent> recorded() {
    return recorded;
  }
}
