/** The part of react-native that the example reads before it shows anything. */
export const Platform: { OS: string } = { OS: 'ios' }
