package io.quipu.testing.fuzz;

import io.quipu.testing.fuzz.RawExchange.Step;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One request or conversation with mistakes in it, drawn from a seed and a number. It is about a
 * counter of its own, so that what it left behind can be told from what others did.
 */
final class MutatedRequest {
  /** Several clients send mutated requests at once, and an instance does one recount at a time. */
  private static final String ONE_RECOUNT = "Another recount is under way";

  private static final byte[] LAST =
      latin1("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  private static final Pattern HEAD_END = Pattern.compile("\r?\n\r?\n");
  private static final Pattern LENGTH =
      Pattern.compile("(?im)^content-length\\s*:\\s*([0-9]{1,7})\\s*$");
  private static final Pattern CHUNKED = Pattern.compile("(?im)^transfer-encoding.*chunked");
  private static final int LARGEST_PADDING = 5 << 20;
  private static final int SOCKETS_AMONG = 8;

  private final Random random;
  private final PublishedRequests published;
  private final String counter;

  MutatedRequest(PublishedRequests published, long seed, int number) {
    this.random = new Random(seed * 1_000_003 + number);
    this.published = published;
    StringBuilder name = new StringBuilder("c");
    while (name.length() < PublishedRequests.NAME_LENGTH) {
      name.append(Character.forDigit(random.nextInt(36), 36));
    }
    this.counter = name.toString();
  }

  /** The counter that it would be about without its mistakes. */
  String counter() {
    return counter;
  }

  /**
   * The outcome of a request.
   *
   * @param recorded how many events the answers say are recorded
   * @param status of the first answer, 101 of a conversation, 0 if there is none
   * @param isCertain whether that is all; otherwise some may be recorded of which nothing was said
   * @param violations what must never be, in words
   */
  record Outcome(
      long recorded, boolean isCertain, boolean wasQuiet, int status, List<String> violations) {}

  Outcome send(URI service) throws IOException {
    return random.nextInt(SOCKETS_AMONG) == 0 ? converse(service) : request(service);
  }

  private Outcome request(URI service) throws IOException {
    List<String> requests = published.requests(counter);
    String chosen = new ReadVariation(random).of(requests.get(random.nextInt(requests.size())));
    byte[] mutated = new Mutation(random).of(latin1(chosen));
    RawExchange.Received received =
        RawExchange.send(
            service,
            List.of(
                new Step(
                    Buffer.buffer(finished(mutated)), text -> isOpenEnded(RawAnswers.of(text)))));

    RawAnswers answers = RawAnswers.of(received.bytes());
    List<String> violations = violations(received, answers);
    long recorded = answers.answers().stream().mapToLong(RawAnswers.Answer::recorded).sum();
    boolean isCertain = !received.wasQuiet() && !answers.answers().isEmpty();
    int status = answers.answers().isEmpty() ? 0 : answers.answers().get(0).status();
    show(finished(mutated), received);
    return new Outcome(recorded, isCertain, received.wasQuiet(), status, violations);
  }

  static boolean isOpenEnded(RawAnswers answers) {
    return answers.answers().stream().anyMatch(RawAnswers.Answer::isOpenEnded);
  }

  static List<String> violations(RawExchange.Received received, RawAnswers answers) {
    List<String> violations = new ArrayList<>();
    if (received.hung()) {
      violations.add("neither answered nor closed");
    }
    for (RawAnswers.Answer answer : answers.answers()) {
      boolean mayBeBusy = answer.body().contains(ONE_RECOUNT);
      if (answer.status() == 500 || (answer.status() == 503 && !mayBeBusy)) {
        violations.add("answered " + answer.status() + ": " + answer.body());
      }
    }
    if (!isOpenEnded(answers) && !answers.rest().isEmpty()) {
      violations.add("not HTTP: " + answers.rest());
    }
    return violations;
  }

  /** With an end to it, as far as can be told, and a last request that ends the connection. */
  static byte[] finished(byte[] mutated) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(mutated);
    String text = new String(mutated, StandardCharsets.ISO_8859_1);
    Matcher end = HEAD_END.matcher(text);
    boolean hasEnd = end.find();
    String head = hasEnd ? text.substring(0, end.start()) : text;
    int body = hasEnd ? text.length() - end.end() : 0;
    if (!hasEnd) {
      bytes.writeBytes(latin1("\r\n\r\n"));
    }
    Matcher length = LENGTH.matcher(head);
    int missing = length.find() ? Integer.parseInt(length.group(1)) - body : 0;
    if (CHUNKED.matcher(head).find()) {
      bytes.writeBytes(latin1("\r\n0\r\n\r\n"));
    } else if (missing > 0 && missing < LARGEST_PADDING) {
      bytes.writeBytes(" ".repeat(missing).getBytes(StandardCharsets.US_ASCII));
    }
    bytes.writeBytes(LAST);
    return bytes.toByteArray();
  }

  private Outcome converse(URI service) throws IOException {
    WebSocketBytes conversation = new WebSocketBytes(random);
    for (String message : published.messages(counter)) {
      byte[] text = message.getBytes(StandardCharsets.UTF_8);
      boolean isSpoiled = random.nextInt(3) == 0;
      conversation.text(isSpoiled ? new Mutation(random).of(text) : text);
    }
    boolean areFramesSpoiled = random.nextInt(3) == 0;
    byte[] frames =
        areFramesSpoiled ? new Mutation(random).of(conversation.bytes()) : conversation.bytes();
    RawExchange.Received received =
        RawExchange.send(
            service,
            List.of(
                new Step(Buffer.buffer(WebSocketBytes.UPGRADE), text -> text.contains("\"hello\"")),
                new Step(
                    Buffer.buffer(frames),
                    text -> WebSocketBytes.answers(text) >= conversation.messages()),
                Step.untilTheEnd(Buffer.buffer(conversation.lastFrame()))));

    show(frames, received);
    List<String> violations = new ArrayList<>();
    if (received.hung()) {
      violations.add("a WebSocket neither answered nor closed");
    }
    if (received.bytes().contains("\"status\":500")
        || received.bytes().contains("\"status\":503")) {
      violations.add("a message was answered with 500 or 503: " + received.bytes());
    }
    boolean isAnswered = WebSocketBytes.answers(received.bytes()) >= conversation.messages();
    return new Outcome(
        WebSocketBytes.recorded(received.bytes()),
        isAnswered && !areFramesSpoiled,
        received.wasQuiet(),
        received.bytes().startsWith("HTTP/1.1 101") ? 101 : 0,
        violations);
  }

  private static void show(byte[] sent, RawExchange.Received received) {
    if (Boolean.getBoolean("show")) {
      System.out.println(new String(sent, StandardCharsets.ISO_8859_1) + "\n--> " + received);
    }
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
