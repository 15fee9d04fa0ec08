import Json (Value, decode)
import Printer
import qualified Data.Map as M

handlers :: M.Map String (Value -> IO ())
handlers = M.fromList [("print", printValue), ("size", \v -> print (size v))]

printValue :: Value -> IO ()
printValue v = putStrLn (pretty v)

size :: Value -> Int
size = length . show

main :: IO ()
main = do
  input <- getContents
  either fail run (decode input)

run :: Value -> IO ()
run v = case M.lookup "print" handlers of
  Just f -> f v
  Nothing -> usage

usage :: IO ()
usage = putStrLn "print|size"
