import { defineConfig } from 'vitest/config';
import { embedProject } from '../../vitest.config.ts';

/** The other projects run built files, which contain no mutant. */
export default defineConfig(embedProject);
