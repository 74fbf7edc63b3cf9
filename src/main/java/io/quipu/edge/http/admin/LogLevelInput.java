package io.quipu.edge.http.admin;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.service.logging.LogLevel;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that changes the level of a logger.
 *
 * @param time how long the change lasts
 */
record LogLevelInput(LogLevel level, TimeSpan time) {
  private static final String USUAL = "10m";

  static LogLevelInput of(Buffer body) {
    return JsonInput.parse(JsonInput.utf8(body), LogLevelInput::read);
  }

  private static LogLevelInput read(JsonInput json) {
    json.requireObject(JsonInput.BODY);
    @Nullable LogLevel level = null;
    @Nullable TimeSpan time = null;
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      switch (field) {
        case "level" -> {
          JsonInput.once(level != null, field);
          level = LogLevel.parse(field, json.string(field));
        }
        case "for" -> {
          JsonInput.once(time != null, field);
          time = TimeSpan.parse(field, json.string(field));
        }
        default -> throw json.unknown(field, List.of("level", "for"));
      }
    }
    if (level == null) {
      throw new InvalidInput("level", "level is missing: DEBUG, INFO, WARN or ERROR");
    }
    return new LogLevelInput(level, time == null ? new TimeSpan(USUAL) : time);
  }
}
