import { createRunFolder, removeRunFolder } from './run-folder.js';
import { createTemplate, removeTemplate } from './store.js';

/** Creates the template store for the shops of all tests. Returns the teardown. */
export default function setUp(): () => void {
  createRunFolder();
  const tearDown = (): void => {
    removeTemplate();
    removeRunFolder();
  };
  try {
    createTemplate();
  } catch (error) {
    tearDown();
    throw error;
  }
  return tearDown;
}
