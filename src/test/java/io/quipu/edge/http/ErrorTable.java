package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.stream.Stream;

/**
 * The error table of the public contract, as requests over a bare socket and what must come back.
 * It needs a service that knows the namespace {@code default} only, and leaves nothing behind: none
 * of its requests may record an event or create a namespace.
 */
public final class ErrorTable {
  /** The counter of namespace {@code default} that the requests aim at; it must stay at 0. */
  public static final String COUNTER = "error-table";

  /**
   * One row.
   *
   * @param field the field that the problem must name, empty if none
   * @param index the index that it must name, or -1
   */
  public record Case(
      String name, Buffer request, int status, String type, String field, int index) {
    @Override
    public String toString() {
      return status + " " + name;
    }
  }

  private ErrorTable() {}

  /** Every row, except those for which the store would have to fail. */
  public static Stream<Case> cases() {
    return Stream.of(
            new EventErrors(),
            new BatchErrors(),
            new ReadErrors(),
            new NameErrors(),
            new TransportErrors(),
            new BrowserErrors())
        .flatMap(rows -> rows.cases().stream());
  }

  /** Sends the request of a row and checks the answer. */
  public static void check(URI base, Case row) {
    RawHttp.Response response = RawHttp.exchange(base, row.request());
    assertThat(response.status()).as(response.text()).isEqualTo(row.status());
    assertThat(response.headers()).containsEntry("content-type", "application/problem+json");
    JsonObject problem = new JsonObject(response.text());
    assertThat(problem.getString("type")).isEqualTo("/problems/" + row.type());
    assertThat(problem.getInteger("status")).isEqualTo(row.status());
    assertThat(problem.getString("title")).isNotBlank();
    assertThat(problem.getString("detail")).isNotBlank();
    assertThat(problem.getString("instance")).isEqualTo(response.headers().get("x-request-id"));
    assertThat(problem.getString("field", "")).isEqualTo(row.field());
    assertThat(problem.getInteger("index", -1)).isEqualTo(row.index());
    assertThat(response.text()).doesNotContain("Exception", "io.quipu", "io.vertx", "jackson");
    ReceivedValues.in(row)
        .ifPresent(
            value ->
                assertThat(problem.getString("detail"))
                    .as("says what was received")
                    .satisfiesAnyOf(
                        detail ->
                            assertThat(detail.replace(" is -0", " is 0"))
                                .contains(member(row.field()) + " is " + value),
                        detail -> assertThat(detail).endsWith(" not be " + value),
                        detail -> assertThat(detail).containsAnyOf("unknown ", "given twice")));
    if (row.status() == 405) {
      assertThat(response.headers().get("allow")).isNotBlank();
    }
  }

  /** The name of a field without its place. */
  private static String member(String field) {
    return field.substring(field.lastIndexOf('.') + 1);
  }
}
