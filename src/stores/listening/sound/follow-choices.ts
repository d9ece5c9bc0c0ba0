import './shorter-pauses.ts'
import { changeEdition } from './change-edition.ts'
import { $editionChoice } from './choices.ts'

// The player loads this file when a listener chooses something about the sound, here or in another tab, or has chosen shorter pauses.
$editionChoice.subscribe(() => void changeEdition())
