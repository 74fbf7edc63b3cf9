package io.quipu.testing.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.quipu.testing.fuzz.RawExchange.Step;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * A request about the namespace {@code raw} with mistakes anywhere, its head included. What it asks
 * for in the end cannot be told, but whose keys are in it can.
 */
final class RawRightsRequest {
  /** Members that only an answer of the API has. */
  private static final Pattern DATA =
      Pattern.compile("\"(namespace|namespaces|recorded|counts|counters|windows|keys)\"");

  private static final Pattern RECORDED = Pattern.compile("\"(recorded|events)\": *[1-9]");

  private final RightsWorld world;
  private final byte[] bytes;

  RawRightsRequest(RightsWorld world, Random random) {
    this.world = world;
    List<Holder> some = new ArrayList<>(world.holders());
    some.addAll(world.formerly());
    String key = some.get(random.nextInt(some.size())).key();
    String request =
        List.of(
                "POST /v1/counters/raw/one/events HTTP/1.1",
                "GET /v1/counters/raw/one HTTP/1.1",
                "GET /v1/counters/raw?limit=5 HTTP/1.1",
                "GET /v1/namespaces/raw HTTP/1.1",
                "DELETE /v1/counters/raw/one HTTP/1.1",
                "GET /v1/keys HTTP/1.1",
                "POST /v1/events HTTP/1.1")
            .get(random.nextInt(7));
    String body =
        request.contains("/events ") ? "[{\"namespace\":\"raw\",\"counter\":\"one\"}]" : "";
    String text =
        request
            + "\r\nHost: localhost\r\nAuthorization: Bearer "
            + key
            + (body.isEmpty()
                ? ""
                : "\r\nContent-Type: application/json\r\nContent-Length: " + body.length())
            + "\r\n\r\n"
            + body;
    this.bytes = new Mutation(random).of(text.getBytes(ISO_8859_1));
  }

  /** Sends it, and answers what must not be. */
  List<String> violations(URI service) throws IOException {
    RawExchange.Received received =
        RawExchange.send(
            service,
            List.of(
                new Step(
                    Buffer.buffer(MutatedRequest.finished(bytes)),
                    text -> MutatedRequest.isOpenEnded(RawAnswers.of(text)))));
    RawAnswers answers = RawAnswers.of(received.bytes());
    List<String> found = new ArrayList<>(MutatedRequest.violations(received, answers));
    String sent = new String(bytes, ISO_8859_1);
    List<Holder> shown =
        world.holders().stream().filter(holder -> sent.contains(holder.key())).toList();
    for (RawAnswers.Answer answer : answers.answers()) {
      if (answer.status() < 300 && answer.head().contains("application/json")) {
        check(shown, answer.body(), found);
      }
    }
    return found.stream().map(words -> words + ": " + sent + " --> " + received).toList();
  }

  private static void check(List<Holder> shown, String body, List<String> found) {
    if (shown.isEmpty() && DATA.matcher(body).find()) {
      found.add("data for nobody");
    }
    boolean mayRecord = shown.stream().anyMatch(holder -> holder.mayIn("record", RightsWorld.RAW));
    boolean mayRead = shown.stream().anyMatch(holder -> holder.mayIn("read", RightsWorld.RAW));
    if (RECORDED.matcher(body).find() && !mayRecord && !mayRead) {
      found.add("events for somebody who may not record");
    }
    if (body.contains("\"keys\"")
        && shown.stream().noneMatch(holder -> holder.maySomewhere("operate"))) {
      found.add("keys for somebody who does not operate");
    }
  }
}
