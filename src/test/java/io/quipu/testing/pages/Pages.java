package io.quipu.testing.pages;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.e2e.SharedQuipu;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test class of pages: it is handed a Cassandra and a browser. */
@OtherPrograms
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith({BrowserExtension.class, CassandraExtension.class, SharedQuipu.Extension.class})
@interface Pages {}
