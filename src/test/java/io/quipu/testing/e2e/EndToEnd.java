package io.quipu.testing.e2e;

import io.quipu.testing.dev.CassandraExtension;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test class of the whole service: it is handed a Cassandra, and no event loop may block. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith({CassandraExtension.class, SharedQuipu.Extension.class, NoBlockedEventLoop.class})
public @interface EndToEnd {}
