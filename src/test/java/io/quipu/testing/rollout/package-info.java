/**
 * Instances that are replaced while callers go on: by others of the same version, or of another.
 */
@NullMarked
package io.quipu.testing.rollout;

import org.jspecify.annotations.NullMarked;
