/** The pages of the service in a real browser: whichever Chromium the machine has. */
@NullMarked
package io.quipu.testing.pages;

import org.jspecify.annotations.NullMarked;
