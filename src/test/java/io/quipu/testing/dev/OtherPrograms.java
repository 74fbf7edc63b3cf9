package io.quipu.testing.dev;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test class that runs programs of others beside Cassandra: a browser, a broker, Node, Redis,
 * Prometheus, kubectl. {@code mvn -Pthorough} runs it, {@code mvn verify} does not.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("other-programs")
public @interface OtherPrograms {}
