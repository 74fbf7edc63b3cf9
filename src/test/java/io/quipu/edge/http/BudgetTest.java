package io.quipu.edge.http;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of what a service holds for its callers, with a small budget and any number of them. */
abstract class BudgetTest {
  static final long BUDGET = 1024 * 1024;

  final List<RawHttp> open = new ArrayList<>();
  TestService service;

  @BeforeEach
  void start() {
    service = new TestService(BUDGET);
  }

  @AfterEach
  void stop() {
    open.forEach(RawHttp::close);
    service.close();
  }

  RawHttp connect() {
    RawHttp http = new RawHttp(service.base());
    open.add(http);
    return http;
  }
}
