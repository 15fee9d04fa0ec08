module Main (main) where

import qualified Calc.Expr as E
import Calc.Expr (eval, (|>))
import Calc.Parser
import qualified Data.Map.Strict as Map
import System.IO

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  line <- getLine
  mapM_ report (lines line)
  loop 3

loop :: Int -> IO ()
loop 0 = pure ()
loop n = report "1 + 2" >> loop (n - 1)

report :: String -> IO ()
report input = case parseExpr input of
  Left err -> warn err
  Right e -> do
    putStrLn (E.pretty e)
    eval defaults e |> maybe (warn "unbound") print
  where
    defaults = Map.fromList [("x", scale 2)]
    scale n = n * factor

factor :: Double
factor = 10

warn :: String -> IO ()
warn = putStrLn . decorate . trim

decorate, trim :: String -> String
decorate s = "! " ++ s
trim = filter (/= '\n')
