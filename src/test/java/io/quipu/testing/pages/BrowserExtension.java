package io.quipu.testing.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands the one {@link Chromium} of the run to tests; without a browser they are skipped. */
final class BrowserExtension implements ExecutionCondition, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(BrowserExtension.class);

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Chromium.find().isPresent()
        ? ConditionEvaluationResult.enabled("there is a browser")
        : ConditionEvaluationResult.disabled(
            "not tested: no chromium, chromium-browser or google-chrome on the PATH");
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Chromium.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
        .getOrComputeIfAbsent(Chromium.class, key -> start(), Chromium.class);
  }

  private static Chromium start() {
    try {
      return Chromium.start(Chromium.find().orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
