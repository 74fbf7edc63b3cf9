package io.quipu.testing.dev;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands real Cassandra to tests as a parameter.
 *
 * <ul>
 *   <li>{@link TestCassandra}: keyspaces of the test class on one server that is started when the
 *       first test asks and serves the whole run; {@code -Dcassandra=} chooses which, see {@link
 *       SharedServer}. Nested classes share those of the class around them.
 *   <li>{@link CassandraProcess}: a server of its own, always a process, that the test may freeze
 *       and kill. It lives as long as what it is a parameter of: a test method or, for
 *       {@code @BeforeAll}, the class with all its methods.
 * </ul>
 */
public final class CassandraExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(CassandraExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == TestCassandra.class || type == CassandraProcess.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestCassandra.class
        ? testCassandra(context)
        : ownProcess(context);
  }

  private static TestCassandra testCassandra(ExtensionContext context) {
    ExtensionContext topClass = topClass(context);
    return topClass
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            TestCassandra.class,
            key -> new TestCassandra(sharedServer(context), topClass.getRequiredTestClass()),
            TestCassandra.class);
  }

  /** Cassandra as the whole run sees it. */
  public static TestCassandra ofTheRun(ExtensionContext context) {
    SharedServer server = sharedServer(context);
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
        .getOrComputeIfAbsent(
            // another key than that of a class, which would find this one
            SharedServer.class.getName(),
            key -> new TestCassandra(server, TestCassandra.class),
            TestCassandra.class);
  }

  private static SharedServer sharedServer(ExtensionContext context) {
    Store session = context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE);
    return session.getOrComputeIfAbsent(
        SharedServer.class, key -> SharedServer.chosen(), SharedServer.class);
  }

  private static CassandraProcess ownProcess(ExtensionContext context) {
    String owner =
        context.getRequiredTestClass().getSimpleName()
            + context.getTestMethod().map(method -> "-" + method.getName()).orElse("");
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            CassandraProcess.class,
            key ->
                CassandraProcess.start(CassandraOptions.named(owner).fromEmpty().compiledQuickly()),
            CassandraProcess.class);
  }

  private static ExtensionContext topClass(ExtensionContext context) {
    ExtensionContext found = context;
    while (found.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
      found = found.getParent().orElseThrow();
    }
    return found;
  }
}
