/** An issuer of tokens as a test needs it, and tokens as nobody should take them. */
package io.quipu.testing.dev.issuer;
