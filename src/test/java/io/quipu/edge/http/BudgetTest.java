package io.quipu.edge.http;

import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;

/** Tests of what a service holds for its callers, with a small budget and any number of them. */
abstract class BudgetTest extends HttpTest {
  static final long BUDGET = 1024 * 1024;

  final List<RawHttp> open = new ArrayList<>();

  @Override
  TestService service() {
    return TestService.holding(BUDGET);
  }

  @AfterEach
  void closeAll() {
    open.forEach(RawHttp::close);
  }

  double refused(String use) {
    return service.counter("quipu.memory.refused", "use", use);
  }

  /** Once those who hold something are gone. */
  void assertAllIsGivenBack() {
    closeAll();
    Awaitility.await().until(() -> service.budget.held() == 0);
  }

  RawHttp connect() {
    RawHttp http = new RawHttp(service.base());
    open.add(http);
    return http;
  }
}
