import './dom.ts';
import { addFaces } from '../dom/faces.ts';
import { ALL_FACES } from './faces.ts';

// Adapters that tests stand in for bring no faces.
addFaces(ALL_FACES);
