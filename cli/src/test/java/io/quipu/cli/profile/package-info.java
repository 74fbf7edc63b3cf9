@NullMarked
package io.quipu.cli.profile;

import org.jspecify.annotations.NullMarked;
