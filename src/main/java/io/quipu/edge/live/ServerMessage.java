package io.quipu.edge.live;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Allowance;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.query.Verdict;
import java.math.BigInteger;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Encodes the messages of the service on a WebSocket, except counts: {@link CountMessage}. */
final class ServerMessage {
  private ServerMessage() {}

  static String hello(Duration ping) {
    return new JsonText()
        .beginObject()
        .field("type", "hello")
        .field("pingMs", ping.toMillis())
        .name("limits")
        .beginObject()
        .field("subscriptions", Subscriptions.LIMIT)
        .endObject()
        .endObject()
        .toString();
  }

  static String authenticated(@Nullable Long ref) {
    return message("authenticated", ref).endObject().toString();
  }

  static String subscribed(@Nullable Long ref) {
    return message("subscribed", ref).endObject().toString();
  }

  static String unsubscribed(@Nullable Long ref) {
    return message("unsubscribed", ref).endObject().toString();
  }

  /** Tells the client that some counters of a prefix are not followed. */
  static String more(Prefix prefix) {
    return new JsonText()
        .beginObject()
        .field("type", "more")
        .field("namespace", prefix.namespace())
        .field("prefix", prefix.prefix())
        .endObject()
        .toString();
  }

  static String recorded(@Nullable Long ref, Recorded recorded) {
    JsonText json = message("recorded", ref).field("at", recorded.at().toString());
    BigInteger count = recorded.count();
    return (count == null ? json : Allowance.write(json.field("count", count), recorded))
        .endObject()
        .toString();
  }

  static String recorded(@Nullable Long ref, UUID at, Verdict verdict) {
    return message("recorded", ref)
        .field("at", at.toString())
        .field("outcome", verdict.label())
        .endObject()
        .toString();
  }

  static String pong(@Nullable Long ref) {
    return message("pong", ref).endObject().toString();
  }

  static String error(@Nullable Long ref, Rejection refusal) {
    Problem problem = refusal.problem();
    JsonText json =
        message("error", ref)
            .field("status", problem.type().status())
            .field("title", problem.type().title())
            .field("detail", problem.detail())
            .field("problem", problem.type().uri());
    long wait = refusal.waitSeconds();
    return (wait == 0 ? json : json.field("retryAfter", wait)).endObject().toString();
  }

  private static JsonText message(String type, @Nullable Long ref) {
    JsonText json = new JsonText().beginObject().field("type", type);
    return ref == null ? json : json.field("ref", ref);
  }
}
