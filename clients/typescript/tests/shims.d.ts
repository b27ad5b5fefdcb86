// Stand in for the types of React Native in the check of its example: what matters there is how it uses this package.
declare module "react-native";
declare module "react" {
  export function useState<T>(initial: T): [T, (value: T) => void];
  export function useEffect(effect: () => () => void, inputs: unknown[]): void;
}
declare namespace JSX {
  interface IntrinsicElements {
    [name: string]: unknown;
  }
}
