/** The field for a mailed code, with room for the spaces and hyphens that people copy along. */
export const mailedCode = {
  name: 'code',
  type: 'text',
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  pattern: '\\s*(\\d[\\s\\-–]*){6}',
  maxlength: 20,
  required: true,
  autofocus: true,
} as const
