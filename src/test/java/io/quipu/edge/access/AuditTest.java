package io.quipu.edge.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.Right;
import io.quipu.service.access.Audit;
import io.quipu.service.access.Denial;
import io.quipu.service.auth.ApiKey;
import io.quipu.service.auth.Caller;
import org.junit.jupiter.api.Test;

class AuditTest {
  private static final ApiKey KEY =
      ApiKey.parse("qk_stolen_0123456789abcdefghijklmnopqrstuvwxyz").orElseThrow();

  @Test
  void strangersDoNotDrownOutWhatAKnownKeyTries() {
    Caller known = new Caller(KEY.credential(), Grant.EVERYTHING);
    try (AuditLines audit = new AuditLines()) {
      for (int i = 0; i < 1_000; i++) {
        Audit.denied(Caller.ANYONE, "request", 401, Denial.wrongCredentials().detail());
      }
      assertThat(audit.count("denied")).isLessThan(1_000);
      Audit.denied(known, "probe", 403, Denial.mayNot(Right.READ).detail());
      assertThat(audit.line("denied", "stolen")).containsEntry("request", "probe");
    }
  }
}
