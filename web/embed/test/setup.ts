import './dom.ts';
import { addButtonViews } from '../dom/button-views.ts';
import { ALL_BUTTON_VIEWS } from './button-views.ts';

// Stubbed adapters bring no button views.
addButtonViews(ALL_BUTTON_VIEWS);
