package io.quipu.edge.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Values of sketches: all of a command are recorded, or none is. */
class SketchCommandsTest extends ConnectedRedis {
  private final Random random = new Random(46);
  private final Queue<Recording> recorded = new ConcurrentLinkedQueue<>();

  SketchCommandsTest() {
    super(
        ServedRedis.of(
            ServedRedis.USUAL,
            TestNamespaces.withSettings(
                Namespace.of("votes", "sketch"), Map.of("state", "distinct"))));
    redis.engine.onRecord =
        recording -> {
          recorded.add(recording);
          return CompletableFuture.completedFuture(new Recorded(new UUID(0, 0)));
        };
  }

  @Test
  void aValueOfTheWrongLengthIsNamed() throws IOException {
    for (int i = 0; i < 300; i++) {
      List<String> words = new ArrayList<>(List.of("PFADD", "key"));
      int wrong = 0;
      int wrongBytes = 0;
      for (int value = 1; value <= 1 + random.nextInt(5); value++) {
        int length = random.nextInt(6) > 0 ? 1 + random.nextInt(100) : random.nextInt(400);
        words.add((random.nextBoolean() ? "v" : "\u00e9").repeat(length));
        int bytes = words.get(value + 1).getBytes(StandardCharsets.UTF_8).length;
        if (wrong == 0 && (bytes == 0 || bytes > Limits.ID_BYTES)) {
          wrong = value;
          wrongBytes = bytes;
        }
      }
      recorded.clear();
      assertThat(socket.ask(words.toArray(String[]::new)))
          .isEqualTo(
              wrong == 0
                  ? ":1"
                  : "-ERR value is %d bytes long; 1 to 256 are allowed. Nothing was counted. It is"
                          .formatted(wrongBytes)
                      + " value %d of the command".formatted(wrong));
      assertThat(recorded).hasSize(wrong == 0 ? 1 : 0);
    }
  }
}
