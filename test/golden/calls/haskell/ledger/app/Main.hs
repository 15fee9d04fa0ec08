module Main (main) where

import Control.Monad (forM_, unless, when)
import System.Environment (getArgs)
import Ledger.Parse
import Ledger.Report (Register (Register), Totals (..), balanced, render)
import Ledger.Types hiding (insert)

data Options = Options { verbose :: Bool, files :: [FilePath] }

options :: [String] -> Options
options args = Options { verbose = "-v" `elem` args, files = filter (not . isFlag) args }

isFlag :: String -> Bool
isFlag ('-' : _) = True
isFlag _ = False

process :: Options -> FilePath -> IO ()
process opts path = do
  text <- readFile path
  case parseEntries text of
    Left problem -> complain problem
    Right ledger -> do
      let es = entries ledger
      either (complain . explain) pure (balanced es)
      putStr $ render Totals es
      when (verbose opts) $ putStr (render (Register 20) es)

complain :: String -> IO ()
complain = putStrLn . ("error: " ++)

main :: IO ()
main = do
  opts <- options <$> getArgs
  forM_ (files opts) (process opts)
  unless (verbose opts) $ mapM_ putStrLn usage
  where usage = ["-v"]
