export const fileUsedBefore = 'This file was published before'
export const fileNamesNoPatient = 'The file does not name a patient. Compare it with the patient yourself.'
export const comparing = 'Comparing the file with the patient...'
export const notCompared = 'The file was not compared with the patient'
export const compareYourself = (reason: string) => `${reason} Compare them yourself before you continue.`
export const checkAgain = 'Check Again'
export const namedInFile = 'The file names this patient of your lab:'
export const confirmMatch = (name: string) => `I compared the file with the patient. It belongs to ${name}.`
