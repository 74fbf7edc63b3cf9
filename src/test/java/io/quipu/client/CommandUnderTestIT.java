package io.quipu.client;

import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Any client does, that {@code -Dclient.under.test="node under-test.mjs"} starts and that speaks
 * the protocol.
 */
@EnabledIfSystemProperty(named = "client.under.test", matches = ".+")
class CommandUnderTestIT extends AllBehaviours {
  @Override
  ClientUnderTest.Start client() {
    return ProcessUnderTest.of(List.of(System.getProperty("client.under.test").split(" ")));
  }
}
