package io.quipu.edge.http;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.TimeSpan;
import io.quipu.service.logging.LogLevel;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The body that changes the level of a logger.
 *
 * @param time for which
 */
record LogLevelInput(LogLevel level, TimeSpan time) {
  private static final int LEVEL = 1;
  private static final int TIME = 2;
  private static final String USUAL = "10m";

  static LogLevelInput of(Buffer body) {
    return JsonInput.parse(JsonInput.utf8(body), LogLevelInput::read);
  }

  private static LogLevelInput read(JsonInput json) {
    json.requireObject(JsonInput.BODY);
    @Nullable LogLevel level = null;
    TimeSpan time = new TimeSpan(USUAL);
    int seen = 0;
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      switch (field) {
        case "level" -> {
          seen = JsonInput.once(seen, LEVEL, field);
          level = LogLevel.parse(field, json.string(field));
        }
        case "for" -> {
          seen = JsonInput.once(seen, TIME, field);
          time = TimeSpan.parse(field, json.string(field));
        }
        default -> throw json.unknown(field);
      }
    }
    if (level == null) {
      throw new InvalidInput("level", "level is missing: DEBUG, INFO, WARN or ERROR");
    }
    return new LogLevelInput(level, time);
  }
}
