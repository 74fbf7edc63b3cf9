package io.quipu.edge.http.record;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.JsonInput;
import io.quipu.edge.web.QuotedText;
import io.quipu.edge.web.QuotedText.Escapes;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The header that is the id of the only event of a request. The key is a string in quotes, as the
 * draft of the IETF says (draft-ietf-httpapi-idempotency-key-header), or the same text without.
 *
 * @param text null if there is no key
 */
record IdempotencyKey(@Nullable String text) {
  private static final String HEADER = Routes.IDEMPOTENCY_KEY;

  /**
   * Reads the key, which is sent in UTF-8.
   *
   * @throws Rejection if there are several keys, or the key is not the id of an event
   */
  static IdempotencyKey of(HttpServerRequest request) {
    if (request.getHeader(HEADER) == null) {
      return new IdempotencyKey(null);
    }
    List<String> keys = request.headers().getAll(HEADER);
    if (keys.size() > 1) {
      throw invalid(HEADER + " is given " + keys.size() + " times; send one");
    }
    try {
      // Netty makes one character of each byte, so these are the bytes that were sent.
      byte[] sent =
          QuotedText.unquoted(HEADER, keys.get(0), Escapes.NEEDED)
              .getBytes(StandardCharsets.ISO_8859_1);
      String key = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(sent)).toString();
      Event.checkId(HEADER, key);
      return new IdempotencyKey(key);
    } catch (InvalidInput e) {
      throw invalid(e.detail());
    } catch (CharacterCodingException e) {
      throw invalid(HEADER + " is not valid UTF-8");
    }
  }

  /**
   * Makes the key the id of the only event.
   *
   * @throws Rejection if there is not one event, or the event has another id
   */
  SentDrafts in(SentDrafts sent) {
    if (text == null) {
      return sent;
    }
    if (sent.drafts().size() != 1) {
      throw invalid(
          HEADER
              + " can name a single event only, and the body has "
              + sent.drafts().size()
              + ": give each event an id, and leave the header out");
    }
    Draft draft = sent.drafts().get(0);
    String id = draft.id();
    if (id != null && !id.equals(text)) {
      throw invalid(
          HEADER
              + " is "
              + JsonInput.shown(text)
              + ", and differs from the id of the event, "
              + JsonInput.shown(id)
              + "; leave the header out");
    }
    draft.named(text);
    return sent;
  }

  /**
   * @throws Rejection if the namespace remembers no ids, so that the key could not be obeyed
   */
  void requireRemembered(Namespace namespace) {
    if (text != null && namespace.deduplicationWindow() == DeduplicationWindow.OFF) {
      throw invalid(
          "Namespace "
              + namespace.name()
              + " has deduplicate off, so that an event which is sent again counts again;"
              + " leave "
              + HEADER
              + " out, or set deduplicate");
    }
  }

  /** Names this header in findings about the id of the event. */
  UnaryOperator<InvalidInput> names(UnaryOperator<InvalidInput> others) {
    return finding ->
        text != null && finding.field().equals("id")
            ? new InvalidInput(HEADER, said(finding.detail()))
            : others.apply(finding);
  }

  /** Names this header in a failure about the id of the event. */
  <T> Future<T> named(Future<T> recorded) {
    return text == null
        ? recorded
        : recorded.recover(
            failure ->
                Future.failedFuture(
                    failure instanceof ServiceFailure refused && "id".equals(refused.field())
                        ? new ServiceFailure(refused.reason(), HEADER, said(refused.detail()))
                        : failure));
  }

  private static String said(String detail) {
    return HEADER + " is the id of the event: " + detail;
  }

  private static Rejection invalid(String detail) {
    return Rejection.of(ProblemType.INVALID_EVENT, HEADER, detail);
  }
}
