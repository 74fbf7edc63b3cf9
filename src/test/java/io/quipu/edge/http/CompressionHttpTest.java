package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers are compressed, and for whom. */
class CompressionHttpTest extends HttpTest {
  private static final String LIST = "/v1/counters/votes?limit=1000";
  private static final String SCRIPT = "/assets/swagger-ui/swagger-ui-bundle.js";

  private void counters(int count) {
    for (int i = 0; i < count; i++) {
      service.tallies.put(new CounterName("votes", "counter %04d".formatted(i)), Tally.of(i, i));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 1_000})
  void compressesATextOverOneKibibyte_forThoseWhoAskForIt(int counters) {
    counters(counters);
    HttpResponse<String> plain = get(LIST);
    HttpResponse<byte[]> zipped = accepting(LIST, "br, gzip;q=0.5");

    assertThat(header(plain, "Content-Encoding")).isEmpty();
    assertThat(header(plain, "Vary")).isEqualToIgnoringCase("Accept-Encoding");
    assertThat(header(zipped, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(zipped, "Vary")).isEqualToIgnoringCase("Accept-Encoding");
    assertThat(header(zipped, "Content-Type")).isEqualTo("application/json");
    assertThat(zipped.body().length).isLessThan(plain.body().length() / 2);
    assertThat(unzipped(zipped)).isEqualTo(plain.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0.00, *", "gzi", ""})
  void leavesItAsItIs_forThoseWhoDoNot(String accepted) {
    counters(1_000);
    assertThat(header(accepting(LIST, accepted), "Content-Encoding")).isEmpty();
    assertThat(header(accepting("/openapi.yaml", accepted), "Content-Encoding")).isEmpty();
  }

  @Test
  void leavesSmallAnswersAndPicturesAsTheyAre() {
    counters(1);
    assertThat(header(accepting(LIST, "gzip"), "Content-Encoding")).isEmpty();
    assertThat(header(accepting("/v1/counters/votes/a", "gzip"), "Content-Encoding")).isEmpty();
    assertThat(
            header(accepting("/assets/swagger-ui/favicon-32x32.png", "gzip"), "Content-Encoding"))
        .isEmpty();
  }

  @Test
  void compressesFilesOnce_withATagOfTheirOwn() {
    HttpResponse<String> plain = get(SCRIPT);
    HttpResponse<byte[]> zipped = accepting(SCRIPT, "gzip");

    assertThat(header(zipped, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(zipped, "ETag")).isNotEqualTo(header(plain, "ETag"));
    assertThat(zipped.body().length).isLessThan(plain.body().length() / 2);
    assertThat(unzipped(zipped)).isEqualTo(plain.body());
    HttpResponse<String> again =
        send(
            to(SCRIPT)
                .header("Accept-Encoding", "gzip")
                .header("If-None-Match", header(zipped, "ETag")));
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(header(again, "Vary")).isEqualToIgnoringCase("Accept-Encoding");
    HttpResponse<String> other = send(to(SCRIPT).header("If-None-Match", header(zipped, "ETag")));
    assertThat(other.statusCode()).as("the other form").isEqualTo(200);
  }

  private HttpResponse<byte[]> accepting(String path, String encodings) {
    HttpRequest request = to(path).header("Accept-Encoding", encodings).build();
    try {
      return client.send(request, BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String unzipped(HttpResponse<byte[]> response) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
