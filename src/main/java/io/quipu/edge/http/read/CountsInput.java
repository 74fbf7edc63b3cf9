package io.quipu.edge.http.read;

import io.quipu.edge.counters.DraftInput;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.names.CounterName;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the body of a request for many counts. */
public final class CountsInput {
  static final String COUNTERS = "counters";

  private CountsInput() {}

  public static List<CounterName> counters(Buffer body) {
    return JsonInput.parse(JsonInput.utf8(body), CountsInput::request);
  }

  private static List<CounterName> request(JsonInput json) {
    List<CounterName> counters = new ArrayList<>();
    json.members(
        JsonInput.BODY,
        field -> {
          if (!field.equals(COUNTERS)) {
            throw json.unknown(field, List.of(COUNTERS));
          }
          read(json, counters);
        });
    if (counters.isEmpty()) {
      throw new InvalidInput(COUNTERS, "counters must hold at least one counter");
    }
    return counters;
  }

  private static void read(JsonInput json, List<CounterName> counters) {
    json.requireArray(COUNTERS);
    while (json.nextElement()) {
      if (counters.size() == Limits.COUNTS) {
        throw new InvalidInput(
            COUNTERS, "counters must hold at most " + Limits.COUNTS + " counters");
      }
      try {
        counters.add(counter(json));
      } catch (InvalidInput e) {
        throw new Rejection(
            Problem.invalid(ProblemType.INVALID_REQUEST, e).inElement(COUNTERS, counters.size()));
      }
    }
  }

  private static CounterName counter(JsonInput json) {
    json.requireObject("counter");
    @Nullable String namespace = null;
    @Nullable String counter = null;
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      switch (field) {
        case "namespace" -> {
          JsonInput.once(namespace != null, field);
          namespace = json.string(field);
        }
        case "counter" -> {
          JsonInput.once(counter != null, field);
          counter = json.string(field);
        }
        default -> throw json.unknown(field, List.of("namespace", "counter"));
      }
    }
    if (counter == null) {
      throw new InvalidInput("counter", "counter is missing");
    }
    return new CounterName(DraftInput.orDefault(namespace), counter);
  }
}
