package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.access.AuditLines;
import io.quipu.engine.ingest.Reset;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.windows.RetentionClass;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class ResetHttpTest extends HttpTest {
  private static final String PATH = "/v1/counters/votes/back%20in%20black";

  private HttpResponse<String> reset() {
    return send(to(PATH).DELETE());
  }

  @Test
  void answersWhenTheCounterWasReset() {
    HttpResponse<String> response = reset();

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .isEqualTo("{\"status\":\"reset\",\"at\":\"" + TestService.AT + "\"}");
    assertThat(service.resets)
        .containsExactly(
            new Reset(new CounterName("votes", "back in black"), 1, RetentionClass.USUAL));
  }

  @Test
  void isThere_forStandingValues() {
    service.namespaces.put("votes", Namespace.of("votes", "latest"));
    assertThat(reset().statusCode()).isEqualTo(200);
    assertThat(service.resets).hasSize(1);
  }

  @Test
  void saysWhatToDo_whenItsOutcomeIsUnknown() {
    service.onReset = reset -> unknown();
    HttpResponse<String> response;
    try (AuditLines audit = new AuditLines()) {
      response = reset();
      assertThat(audit.line("outcome unknown", "-")).containsEntry("path", PATH);
    }

    expectProblem(response, 503, "outcome-unknown");
    assertThat(json(response).getString("detail")).contains("Reset it again").doesNotContain("id");
  }

  @Test
  void isRefused_asEventsAre() {
    service.onReset = reset -> refused(Refusal.NO_LEASE);
    HttpResponse<String> response = reset();

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(json(response).getString("detail")).contains("Nothing was written");
  }
}
