import './dom.ts';
import { addButtonViews } from '../dom/button-views.ts';
import { ALL_BUTTON_VIEWS, ALL_LOOKS } from './button-views.ts';

// Stubbed adapters bring no button views. Tests of pure rules ask for no DOM.
if (typeof document !== 'undefined') addButtonViews(ALL_BUTTON_VIEWS, ALL_LOOKS);
