@NullMarked
package io.quipu.tools.cli.profile;

import org.jspecify.annotations.NullMarked;
